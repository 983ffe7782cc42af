import type { Plugin } from 'vite'

/** The face that almost every page shows: without the preload it is only found when the style has been read. */
const font = /inter-latin-wght-normal.*\.woff2$/

export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => font.test(name))
        if (file === undefined) throw new Error('Expected the build to have the font Inter, but it has not.')
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}
