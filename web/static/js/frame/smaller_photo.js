// A photograph made small enough to be sent, before it is.

const SIDES = [2000, 1400, 1000, 700]; // pixels of the longer side, as large as it may be
const LARGEST = 480 * 1024; // bytes
const QUALITIES = [0.85, 0.7, 0.5];

// The picture as a JPEG that is small enough; what is no picture goes as it is, and is refused in words.
export async function smaller(file) {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  let made = file;
  for (const side of SIDES) {
    const canvas = drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)));
    for (const quality of QUALITIES) {
      made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
      if (made.size <= LARGEST) return made;
    }
  }
  return made;
}

function drawn(picture, by) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(picture.width * by), Math.round(picture.height * by)];
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white"; // what is seen through lies on paper
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
