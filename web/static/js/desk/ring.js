// What makes a call heard and seen when nobody looks at the page: two tones, and a title that
// changes. A browser lets a page sound only after a tap, so the button is the tap.

const EVERY = 3000; // milliseconds between two rings
const BLINK = 1000;
const TONES = [[880, 0], [660, 0.22]]; // Hz, seconds from the start
const LASTS = 0.18;
const KEPT = "desk-sound";

export class Ring {
  constructor(button, title = document.title) {
    this.button = button;
    this.title = title;
    this.words = "";
    this.context = null;
    if (wasOn()) button.textContent = "Turn the sound on again";
    button.addEventListener("click", () => this.toggle());
    setInterval(() => this.sound(), EVERY);
    setInterval(() => this.blink(), BLINK);
  }

  get on() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  async toggle() {
    const on = !this.on;
    this.button.setAttribute("aria-pressed", String(on));
    this.button.textContent = on ? "Sound is on" : "Sound is off";
    remember(on);
    if (!on) {
      await this.context?.suspend();
      return;
    }
    this.context ??= new AudioContext();
    await this.context.resume();
    this.play(TONES.slice(0, 1)); // so that one hears that it works
  }

  // What there is to ring for, in a few words; empty for silence.
  for(words) {
    const begins = words && !this.words;
    this.words = words;
    if (begins) this.sound();
    this.blink();
  }

  sound() {
    if (this.words && this.on) this.play(TONES);
  }

  play(tones) {
    for (const [pitch, at] of tones) {
      const begin = this.context.currentTime + at;
      const tone = this.context.createOscillator();
      const loudness = this.context.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, begin);
      loudness.gain.linearRampToValueAtTime(0.4, begin + 0.02);
      loudness.gain.linearRampToValueAtTime(0, begin + LASTS);
      tone.connect(loudness).connect(this.context.destination);
      tone.start(begin);
      tone.stop(begin + LASTS);
    }
  }

  blink() {
    const lit = this.words && Math.floor(Date.now() / BLINK) % 2 === 0;
    document.title = lit ? `● ${this.words}` : this.words || this.title;
  }
}

// Whether the sound was on before this page was loaded: a browser turns it off with every load.
function wasOn() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // nothing is kept here
  }
}

function remember(on) {
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // nothing is kept here, and nobody is reminded
  }
}
