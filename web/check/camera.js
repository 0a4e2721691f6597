// The camera, looked through until a square code is read or somebody stops it.

import { inFrame } from "./codes.js";

const BETWEEN = 120; // milliseconds from one look to the next

let stream = null;

export function isThere() {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

export function isOn() {
  return stream !== null;
}

export function stop(video) {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
}

/** Look until `take` is content with what was read. Raises what the browser says of the camera. */
export async function look(video, take) {
  const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
  const mine = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  stop(video);
  stream = mine;
  video.srcObject = stream;
  await video.play();
  while (stream === mine) {
    const texts = await inFrame(video);
    if (stream !== mine) return;
    if (texts.length && (await take(texts))) {
      stop(video);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}
