/**
 * A script for a page that sums up its layout shifts without user input, as Chromium measures them, in `shift`, with the
 * moved elements in `shifts`.
 */
export const countShifts = `globalThis.shift = 0
globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    shift += value
    shifts.push(sources.map(({ node, previousRect: from, currentRect: to }) => value.toFixed(3) + ' ' + [from.y, from.height, to.y, to.height].map(Math.round).join(',') + ' ' + (node?.outerHTML ?? node?.textContent ?? '').slice(0, 150)))
  }
}).observe({ type: 'layout-shift', buffered: true })`
