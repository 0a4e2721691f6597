// What became of the entries that this tablet kept and handed in once more, because the record may
// have been restored from a copy that lacks them.

const one = (count) => (count === 1 ? "1 entry" : `${count} entries`);

const isDone = ({ count, there, written, not }) => there + written + not >= count;

// In words, a line each.
export function handedWords(handed) {
  const { count, there, written, not } = handed;
  if (!isDone(handed)) return [`${one(count)} of before are handed in once more; what the record still has is not written twice.`];
  return [
    `This tablet had kept ${one(count)} of before, and has handed them in once more.`,
    written && `The record had lost ${written === count ? "them" : written}; they are written again, in their order.`,
    there && `${there === count ? "All" : there} ${there === 1 ? "was" : "were"} there still.`,
    not && `${one(not)} could not be written: see below, or they belong to games that are not in this record.`,
  ].filter(Boolean);
}

// Says it once, where something had been lost, and nobody is in the middle of something else.
export async function tellHanded({ outbox, panel }) {
  const { handed } = outbox;
  if (!handed || handed.told || !isDone(handed) || panel.dialog.open) return;
  await outbox.store.put("meta", { ...handed, told: true }, "handed");
  outbox.handed = { ...handed, told: true };
  if (handed.written) await panel.tell("Handed in once more", handedWords(handed));
}
