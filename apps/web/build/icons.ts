import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { Drawing } from '../src/components/icon/drawing.ts'

const folder = path.join(import.meta.dirname, '../src/components/icon')
const asked = /^icon:([\da-z-]+)$/
const given = /[\\/]src[\\/]components[\\/]icon[\\/]drawn[\\/]([\da-z-]+)\.js$/

/**
 * Turns `import IconPlus from 'icon:plus'` into a component that draws Tabler's icon of that name. Each icon is a
 * separate module, so a page only loads its own icons. The package with all of them as React components has 90 MB; the
 * drawings have 2 MB, and the server needs them anyway.
 */
export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: asked },
      handler: (id) => path.join(folder, 'drawn', `${asked.exec(id)?.[1]}.js`),
    },
    load: {
      filter: { id: given },
      handler(id) {
        const name = given.exec(id)?.[1] ?? ''
        const drawing = findDrawing(name)
        if (drawing === null) this.error(`Expected an icon of Tabler in icon:${name}, but there is none of that name.`)
        return `import { jsx } from 'react/jsx-runtime'
import { Drawn } from ${JSON.stringify(path.join(folder, 'drawn.tsx'))}
const drawing = ${JSON.stringify(drawing)}
export default (props) => jsx(Drawn, { ...props, drawing })`
      },
    },
  }
}

/** @throws Error when the icon has more than paths. */
function findDrawing(name: string): Drawing | null {
  const body = readBodies()[name]?.body
  if (body === undefined) return null
  const isFilled = body.includes('fill="currentColor"')
  const paths = [...body.matchAll(/<path[^>]* d="([^"]+)"\/>/g)].map(([, data = '']) => data)
  const others = body.replace(/<path[^>]* d="[^"]+"\/>/g, '').replace(/<\/?g[^>]*>/g, '')
  if (others !== '' || /rule=|opacity=|transform=/.test(body))
    throw new Error(`Expected icon:${name} to be drawn by paths alone, but it has ${body}.`)
  return { isFilled, paths }
}

let bodies: Readonly<Record<string, { readonly body: string }>> | null = null

function readBodies(): Readonly<Record<string, { readonly body: string }>> {
  const file = createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json')
  bodies ??= (JSON.parse(readFileSync(file, 'utf8')) as { icons: Record<string, { body: string }> }).icons
  return bodies
}
