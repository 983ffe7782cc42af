/**
 * The face that almost every page shows is asked for as soon as the program is here: before, it would take its part of a
 * slow line from the program itself; later, when the first text is shown, lines would jump.
 */
document.fonts?.load('1em "Inter Variable"').catch(() => {})
