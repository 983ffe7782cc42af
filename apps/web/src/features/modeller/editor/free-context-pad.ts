interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is read of the elements of a drawing. */
interface Element {
  readonly parent?: Element | undefined
  readonly labels?: readonly unknown[]
}

interface Place {
  readonly left: number
  readonly top: number
}

/** What is read of the context pad of diagram-js. */
interface ContextPad {
  _current: { readonly html: HTMLElement } | null
  _getPosition(target: Element | readonly Element[]): Place
}

interface Canvas {
  getAbsoluteBBox(element: Element): Box
}

interface Registry {
  filter(keep: (element: Element) => boolean): Element[]
}

/** Pixels of the window between an element and its pad. */
const gap = 12
/** The room of a pad that is not measured yet. */
const usual = { width: 84, height: 120 }

/**
 * Puts the context pad of an element where no other element is: at its right, below, above or at its left; that of a
 * flow below or above its middle. diagram-js puts it at the right, over the next element, and at the end of a flow,
 * over its target.
 */
function freeContextPad(contextPad: ContextPad, canvas: Canvas, elementRegistry: Registry): void {
  const atRight = contextPad._getPosition.bind(contextPad)
  contextPad._getPosition = (target) => {
    const place = atRight(target)
    if (Array.isArray(target)) return place
    const element = target as Element
    const { width, height } = measure(contextPad._current?.html)
    const own = canvas.getAbsoluteBBox(element)
    const others = listOthers(element, elementRegistry).map((other) => canvas.getAbsoluteBBox(other))
    const middle = own.x + (own.width - width) / 2
    const places: readonly Place[] =
      'waypoints' in element
        ? [place, { left: middle, top: own.y + own.height + gap }, { left: middle, top: own.y - height - gap }]
        : [
            place,
            { left: own.x, top: own.y + own.height + gap + labelRoom(element) },
            { left: own.x, top: own.y - height - gap },
            { left: own.x - width - gap, top: own.y },
          ]
    const isFree = ({ left, top }: Place) => others.every((box) => !meets({ x: left, y: top, width, height }, box))
    return places.find((one) => one.top >= 0 && one.left >= 0 && isFree(one)) ?? place
  }
}
freeContextPad.$inject = ['contextPad', 'canvas', 'elementRegistry']

function measure(html: HTMLElement | undefined): { width: number; height: number } {
  const { width = 0, height = 0 } = html?.getBoundingClientRect() ?? {}
  return width > 0 && height > 0 ? { width, height } : usual
}

/** Events and gateways have their name below them. */
function labelRoom({ labels }: Element): number {
  return (labels?.length ?? 0) > 0 ? 24 : 0
}

/** Other shapes of the same drawing, but those that the element is in, or that are in it. */
function listOthers(element: Element, registry: Registry): Element[] {
  const around = new Set<Element>()
  for (let one = element.parent; one; one = one.parent) around.add(one)
  const root = rootOf(element)
  return registry.filter(
    (other) =>
      'width' in other &&
      other !== element &&
      !around.has(other) &&
      !('labelTarget' in other && other.labelTarget) &&
      !isInside(other, element) &&
      rootOf(other) === root,
  )
}

function isInside(other: Element, element: Element): boolean {
  for (let one = other.parent; one; one = one.parent) if (one === element) return true
  return false
}

function rootOf(element: Element): Element {
  let root = element
  while (root.parent) root = root.parent
  return root
}

function meets(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

export const freePad = { __init__: ['freeContextPad'], freeContextPad: ['type', freeContextPad] }
