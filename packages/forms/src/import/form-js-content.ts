import { readText } from './form-js-texts.ts'
import type { ImportedNode, Keys, NodeMaker, Source } from './node-maker.ts'

/** Returns an image whose picture is in the form itself; other pictures are left out with a note. */
export function imageOf(
  source: Source,
  { base, visible, maker }: { base: { at: string; keys: Keys; id: unknown }; visible: unknown; maker: NodeMaker },
): ImportedNode | null {
  const picture = source.source
  if (typeof picture !== 'string' || !picture.startsWith('data:image/')) {
    maker.leaveOutAll(base.at, 'Only pictures in the form itself are imported. Upload the picture in the designer.')
    return null
  }
  const alt = readText(source.alt, `${base.at}.alt`, maker)
  return maker.make('static-image', { ...base, props: { visible, source: picture, alt: alt ?? '?' } })
}
