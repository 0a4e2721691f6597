// On a phone the sections of an event are more than fit: the one that is open stands in sight.

const here = document.querySelector(".sections [aria-current]");
const row = here?.parentElement;
if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
