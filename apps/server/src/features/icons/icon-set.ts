import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { IconDocs } from '@millrace/contract'

const require = createRequire(import.meta.url)

/** The icon packages that come with the product: one for everything, one with what offices use. */
const sources = {
  tabler: {
    icons: require.resolve('@iconify-json/tabler/icons.json'),
    info: require.resolve('@iconify-json/tabler/info.json'),
  },
  bi: { icons: require.resolve('@iconify-json/bi/icons.json'), info: require.resolve('@iconify-json/bi/info.json') },
} as const

/** Reads an icon package. Icons with anything but drawings are left out. */
export async function loadIconSet(set: keyof typeof sources): Promise<IconDocs> {
  const source = await readJson<IconifySet>(sources[set].icons)
  const { name: title, license } = await readJson<IconifyInfo>(sources[set].info)
  const icons: Record<string, string> = {}
  for (const [name, { body, hidden }] of Object.entries(source.icons))
    if (hidden !== true && draws(body)) icons[name] = body
  for (const [name, alias] of Object.entries(source.aliases ?? {})) {
    const body = icons[alias.parent]
    if (body !== undefined && alias.hidden !== true && !isTurned(alias)) icons[name] ??= body
  }
  return { set, title, licence: license.spdx ?? license.title, size: source.height ?? 16, icons }
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T
}

interface IconifySet {
  readonly icons: Readonly<Record<string, { body: string; hidden?: boolean }>>
  readonly aliases?: Readonly<Record<string, { parent: string; hidden?: boolean }>>
  readonly height?: number
}

interface IconifyInfo {
  readonly name: string
  readonly license: { readonly title: string; readonly spdx?: string }
}

/** An alias that shows its parent turned or mirrored is another picture. */
function isTurned(alias: object): boolean {
  return 'rotate' in alias || 'hFlip' in alias || 'vFlip' in alias
}

const drawn = /^(?:<\/?(?:g|path|circle|ellipse|rect|line|polyline|polygon)(?: [a-z-]+="[^"<>]*")*\/?>)+$/

function draws(body: string): boolean {
  return drawn.test(body) && !/ on[a-z]+=|href|url\(|style=/.test(body)
}
