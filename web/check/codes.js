// Square codes in pictures: by the browser's own reader where it has one, then by ours.

import { ZXingWASM } from "./vendor/zxing_reader.js";
import { unpacked } from "./ciphers.js";

const LARGEST = 3200; // dots of a picture's longer side: a photograph beyond it is made smaller
const MOST_DOTS = 16_000_000; // a canvas of a telephone has no more

// How a photograph is looked at, until something is found: from where, how much of it, how large.
const WHOLE = { x: 0, y: 0, part: 1 };
const QUARTERS = [0, 0.4].flatMap((y) => [0, 0.4].map((x) => ({ x, y, part: 0.6 })));
const LOOKS = [
  { ...WHOLE, size: 1 },
  { ...WHOLE, size: 1.5, sharp: true },
  ...QUARTERS.map((quarter) => ({ ...quarter, size: 2, sharp: true })),
  { ...WHOLE, size: 0.5 },
];

let ready = null;

/** Our reader, unpacked from the page when a picture comes. */
function reader() {
  ready ??= (async () => {
    const packed = document.getElementById("reader").textContent.trim();
    const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
    const wasmBinary = (await unpacked(bytes, "gzip")).buffer;
    await ZXingWASM.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
    return ZXingWASM;
  })();
  ready.catch(() => {
    ready = null;
  });
  return ready;
}

async function byTheBrowser(picture) {
  if (!globalThis.BarcodeDetector) return [];
  try {
    const formats = await BarcodeDetector.getSupportedFormats();
    if (!formats.includes("qr_code")) return [];
    const found = await new BarcodeDetector({ formats: ["qr_code"] }).detect(picture);
    return found.map(({ rawValue }) => rawValue).filter(Boolean);
  } catch {
    return [];
  }
}

/** Part of a picture, larger or smaller. */
function dotsOf(picture, [left, top, wide, high], size) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(wide * size));
  canvas.height = Math.max(1, Math.round(high * size));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, left, top, wide, high, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

const NEAR = 4; // dots to each side that a dot is held against

/** Edges made steeper again, which a hand or a lens made soft: grey, three times its difference. */
function sharpened({ data, width, height }) {
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = (data[4 * at] * 3 + data[4 * at + 1] * 6 + data[4 * at + 2]) / 10;
  }
  const around = blurred(blurred(grey, width, height, 1, width), height, width, width, 1);
  for (let at = 0; at < grey.length; at += 1) {
    const sharp = grey[at] + 2 * (grey[at] - around[at]);
    data[4 * at] = data[4 * at + 1] = data[4 * at + 2] = sharp; // bounded by the array itself
  }
  return new ImageData(data, width, height);
}

/** The mean along each line: `step` from dot to dot, `next` from line to line. */
function blurred(dots, along, lines, step, next) {
  const found = new Float32Array(dots.length);
  for (let line = 0; line < lines; line += 1) {
    const from = line * next;
    let sum = 0;
    let held = 0;
    for (let at = -NEAR; at < along; at += 1) {
      const [comes, goes] = [at + NEAR, at - NEAR - 1];
      if (comes < along) {
        sum += dots[from + comes * step];
        held += 1;
      }
      if (goes >= 0) {
        sum -= dots[from + goes * step];
        held -= 1;
      }
      if (at >= 0) found[from + at * step] = sum / held;
    }
  }
  return found;
}

async function byOurs(dots) {
  const zxing = await reader();
  const found = await zxing.readBarcodes(dots, { formats: ["QRCode"], maxNumberOfSymbols: 4 });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** What a moment of the camera shows; only a short look, for the next comes at once. */
export async function inFrame(video) {
  const { videoWidth: wide, videoHeight: high } = video;
  if (!wide || !high) return [];
  const found = await byTheBrowser(video);
  return found.length ? found : byOurs(dotsOf(video, [0, 0, wide, high], 1));
}

/** What stands in the square codes of a photograph. */
export async function inPhoto(file) {
  const picture = await createImageBitmap(file);
  try {
    const found = await byTheBrowser(picture);
    if (found.length) return found;
    const fits = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    for (const { x, y, part, size, sharp } of LOOKS) {
      const [wide, high] = [picture.width, picture.height];
      const cut = [wide * x, high * y, wide * part, high * part];
      if (cut[2] * cut[3] * (fits * size) ** 2 > MOST_DOTS) continue;
      const dots = dotsOf(picture, cut, fits * size);
      const read = await byOurs(sharp ? sharpened(dots) : dots);
      if (read.length) return read;
    }
    return [];
  } finally {
    picture.close();
  }
}
