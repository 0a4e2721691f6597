// A new tournament begins in the time zone of the device it is opened on, where nobody has said
// another: it stands in the field, to be changed or emptied.

const field = document.querySelector("form [name=zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const known = [...(field?.list?.options ?? [])].some(({ value }) => value === here);
if (field && !field.value && known) field.value = here;
