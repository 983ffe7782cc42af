/**
 * Defines the functions of a browser that the application uses and jsdom lacks. `width` decides the layout of the
 * shell.
 */
export function stubBrowser(width = 1440): void {
  globalThis.matchMedia = (query) => {
    const min = /min-width: (\d+)px/.exec(query)?.[1]
    const max = /max-width: (\d+)px/.exec(query)?.[1]
    const fits = min !== undefined ? width >= Number(min) : max !== undefined && width <= Number(max)
    // Nothing moves in tests.
    const matches = fits || query.includes('prefers-reduced-motion')
    return Object.assign(new EventTarget(), {
      matches,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  }
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView = () => {}
  globalThis.scrollTo = () => {}
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: Object.assign(new EventTarget(), { load: async () => [], status: 'loaded' }),
  })
}
