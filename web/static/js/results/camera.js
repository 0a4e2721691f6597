// A slip's QR read by the camera, where the browser can: what it says is typed as a scanner would.

const EVERY = 200; // milliseconds between looks

export function offerCamera(button, video, onRead, say) {
  if (!navigator.mediaDevices?.getUserMedia) return;
  button.hidden = false;
  if (!("BarcodeDetector" in globalThis)) {
    button.addEventListener("click", () => say("This browser reads no QR. Type the table, or use a scanner that types."));
    return;
  }
  let stream = null;
  let last = "";
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    video.hidden = true;
    button.setAttribute("aria-pressed", "false");
  };
  button.addEventListener("click", async () => {
    if (stream) return stop();
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    } catch {
      say("The camera may not be used, or there is none. Type the table.");
      return;
    }
    button.setAttribute("aria-pressed", "true");
    video.hidden = false;
    video.srcObject = stream;
    await video.play();
    const detector = new globalThis.BarcodeDetector({ formats: ["qr_code"] });
    while (stream) {
      const [code] = await detector.detect(video).catch(() => []);
      if (code && code.rawValue !== last) onRead((last = code.rawValue));
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  });
}
