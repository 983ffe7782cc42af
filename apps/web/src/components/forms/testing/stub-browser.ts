/** Replaces functions of browsers that Mantine needs and jsdom lacks, for tests. */
export function stubBrowser(): void {
  document.documentElement.lang = 'en'
  document.title = 'Task'
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }) as unknown as MediaQueryList
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.scrollIntoView = () => {}
  // axe asks for one to recognise icon fonts.
  HTMLCanvasElement.prototype.getContext = () => null
}
