import { saveBlob } from '../../../lib/save-blob.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { tintOnPaper } from '../editor/tints.ts'

/** Of a drawing on paper: a file outside knows nothing of the colours of the product. */
const paper: Readonly<Record<string, string>> = {
  '--app-sheet': '#ffffff',
  '--bp-line': '#22272d',
  '--app-text-2': '#16191d',
}

/** Pixels of a picture for each of the drawing. */
const scale = 2

export async function exportXml(session: DrawingSession, name: string): Promise<void> {
  saveBlob(new Blob([await session.toXml()], { type: 'application/xml' }), `${name}.bpmn`)
}

export async function exportSvg(session: DrawingSession, name: string): Promise<void> {
  saveBlob(new Blob([await drawSvg(session)], { type: 'image/svg+xml' }), `${name}.svg`)
}

export async function exportPng(session: DrawingSession, name: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([await drawSvg(session)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width * scale
    canvas.height = image.height * scale
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('Expected a canvas to draw on, but the browser has none.')
    context.fillStyle = paper['--app-sheet'] ?? 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob === null) throw new Error('Expected a picture, but the browser made none.')
    saveBlob(blob, `${name}.png`)
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function drawSvg({ modeler }: DrawingSession): Promise<string> {
  const { svg } = await modeler.saveSVG()
  return svg
    .replaceAll(tintOnPaper, '$1')
    .replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => paper[name] ?? whole)
}
