/**
 * Frames by a clock that no test can stop. jsdom keeps one timer for the next frame: when it was begun under a test's
 * fake timers, which went with that test, no frame would come to any later one.
 */
const wait = globalThis.setTimeout
const forget = globalThis.clearTimeout

globalThis.requestAnimationFrame = (draw) => Number(wait(() => draw(performance.now()), 16))
globalThis.cancelAnimationFrame = (frame) => forget(frame)
