import type TextRenderer from 'bpmn-js/lib/draw/TextRenderer'

/** In pixels: what letters of one size differ by between the measure and the drawing. */
const slack = 1

/**
 * Files say how wide a label beside an element is by the letters of the tool that wrote them, which are narrower than ours.
 * A label has room for its longest word, to both sides alike, so that no word is broken. The file keeps what it says.
 */
function giveLabelsRoom(textRenderer: TextRenderer): void {
  const draw = textRenderer.createText
  textRenderer.createText = (text, options = {}) => {
    const { box, style } = options
    // Only labels beside an element are drawn in these letters; what stands inside of one keeps its width.
    if (box === undefined || style?.fontSize !== textRenderer.getExternalStyle().fontSize) return draw(text, options)
    const words = text.split(/\s+/).map((word) => widthOf(textRenderer, word, style))
    const missing = Math.max(...words) + slack - box.width
    if (missing <= 0) return draw(text, options)
    const drawn = draw(text, { ...options, box: { ...box, width: box.width + missing } })
    drawn.setAttribute('transform', `translate(${-missing / 2} 0)`)
    return drawn
  }
}
giveLabelsRoom.$inject = ['textRenderer']

type Style = NonNullable<NonNullable<Parameters<TextRenderer['getDimensions']>[1]>['style']>

function widthOf(textRenderer: TextRenderer, word: string, style: Style): number {
  return word === '' ? 0 : textRenderer.getDimensions(word, { box: { width: 2_000, height: 30 }, style }).width
}

export const labelRoom = { __init__: ['labelRoom'], labelRoom: ['type', giveLabelsRoom] }
