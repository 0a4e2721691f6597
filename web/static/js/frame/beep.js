// A short low sound for what was typed and not taken: who types slips looks at paper, not at the page.

let sound = null;

export function beep() {
  try {
    sound ??= new AudioContext();
    if (sound.state === "suspended") sound.resume();
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.type = "square";
    tone.frequency.value = 220;
    loud.gain.setValueAtTime(0.15, sound.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.3);
    tone.connect(loud).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.3);
  } catch {
    // No sound here; the words are on the page.
  }
}
