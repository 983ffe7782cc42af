interface Drawn {
  readonly type: string
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface LabelEditing {
  update(element: Drawn, text: string, before: string, box: Box): void
}

interface Canvas {
  getAbsoluteBBox(element: Drawn): Box
}

/** Pixels of the window: a zoomed browser rounds the size of a text box to pixels of the screen. */
const rounding = 1

/**
 * For bpmn-js and the diagram of dmn-js. They take a name for changed when its text box has another size than it was
 * given, which in a zoomed browser it always has: an element without a name was then given the name `null`, as one step
 * to undo. Here a name is only changed by another text, and an annotation also by another size.
 */
function keepUnchangedLabels(labelEditing: LabelEditing, canvas: Canvas): void {
  const update = labelEditing.update.bind(labelEditing)
  labelEditing.update = (element, text, before, box) => {
    const isSame = text.trim() === before.trim()
    if (isSame && !(isSized(element) && isResized(canvas.getAbsoluteBBox(element), box))) return
    update(element, text, before, box)
  }
}
keepUnchangedLabels.$inject = ['labelEditingProvider', 'canvas']

/** Returns whether an element takes the size of its text box. */
function isSized({ type }: Drawn): boolean {
  return type.endsWith(':TextAnnotation')
}

function isResized(before: Box, after: Box): boolean {
  return Math.abs(before.width - after.width) >= rounding || Math.abs(before.height - after.height) >= rounding
}

export const unchangedLabels = { __init__: ['unchangedLabels'], unchangedLabels: ['type', keepUnchangedLabels] }
