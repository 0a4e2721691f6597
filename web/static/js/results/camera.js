// A slip's QR read by the camera, where the browser can: what it says is typed as a scanner would.

import { say } from "../frame/say.js";

const EVERY = 200; // milliseconds between looks

export function offerCamera(button, video, onRead, report) {
  if (!navigator.mediaDevices?.getUserMedia) return;
  button.hidden = false;
  if (!("BarcodeDetector" in globalThis)) {
    button.addEventListener("click", () => report(say("results.browser-reads-no-qr-type-table")));
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
      report(say("results.camera-may-not-be-used-or"));
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
