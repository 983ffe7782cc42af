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
  readonly children?: readonly unknown[]
  /** The ends of a flow. */
  readonly source?: Element | null
  readonly target?: Element | null
}

interface Place {
  readonly left: number
  readonly top: number
}

type Size = Pick<Box, 'width' | 'height'>

/** What is read of the context pad of diagram-js. */
interface ContextPad {
  _current: { readonly html: HTMLElement } | null
  _getPosition(target: Element | readonly Element[]): Place
}

interface Canvas {
  getAbsoluteBBox(element: Element): Box
  getSize(): Size
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
 * flow below or above its middle, beyond the elements there. diagram-js puts it at the right, over the next element,
 * and at the end of a flow, over its target.
 */
function freeContextPad(contextPad: ContextPad, canvas: Canvas, elementRegistry: Registry): void {
  const atRight = contextPad._getPosition.bind(contextPad)
  contextPad._getPosition = (target) => {
    const place = atRight(target)
    if (Array.isArray(target)) return place
    const element = target as Element
    const size = measure(contextPad._current?.html)
    const own = canvas.getAbsoluteBBox(element)
    const others = listOthers(element, elementRegistry).map((other) => canvas.getAbsoluteBBox(other))
    const places =
      'waypoints' in element
        ? [place, ...listPlacesAlongFlow(own, size, others)]
        : listBeside(element, own, size, place)
    const end = canvas.getSize().height - size.height
    const isSeen = ({ left, top }: Place) => left >= 0 && top >= 0 && top <= end
    return places.find((one) => isSeen(one) && listMet(one, size, others).length === 0) ?? place
  }
}

function listBeside(element: Element, own: Box, { width, height }: Size, place: Place): readonly Place[] {
  return [
    place,
    { left: own.x, top: own.y + own.height + gap + labelRoom(element) },
    { left: own.x, top: own.y - height - gap },
    { left: own.x - width - gap, top: own.y },
  ]
}

/** The nearest free places below and above the middle of a flow: the elements that it connects are beside it. */
function listPlacesAlongFlow(own: Box, size: Size, others: readonly Box[]): readonly Place[] {
  const left = own.x + (own.width - size.width) / 2
  const [below, above] = [own.y + own.height + gap, own.y - size.height - gap]
  const down = freeFrom(
    { left, top: below },
    size,
    others,
    (met) => Math.max(...met.map((box) => box.y + box.height)) + gap,
  )
  const up = freeFrom(
    { left, top: above },
    size,
    others,
    (met) => Math.min(...met.map((box) => box.y)) - size.height - gap,
  )
  return down.top - below <= above - up.top ? [down, up] : [up, down]
}

/** Moves a place past all elements in the way; each step leaves those that were met behind. */
function freeFrom(start: Place, size: Size, others: readonly Box[], pass: (met: readonly Box[]) => number): Place {
  let place = start
  for (;;) {
    const met = listMet(place, size, others)
    if (met.length === 0) return place
    place = { left: start.left, top: pass(met) }
  }
}

freeContextPad.$inject = ['contextPad', 'canvas', 'elementRegistry']

function measure(html: HTMLElement | undefined): Size {
  const { width = 0, height = 0 } = html?.getBoundingClientRect() ?? {}
  return width > 0 && height > 0 ? { width, height } : usual
}

/** Events and gateways have their name below them. */
function labelRoom({ labels }: Element): number {
  return (labels?.length ?? 0) > 0 ? 24 : 0
}

/** Other shapes of the same drawing, but those that the element or an end of it is in, or that are in it. */
function listOthers(element: Element, registry: Registry): Element[] {
  const around = new Set([...listAround(element), ...listAround(element.source), ...listAround(element.target)])
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

/** The shapes that an element is in. A pool or sub-process at the end of a flow is one of them. */
function listAround(element: Element | null | undefined): Element[] {
  const found: Element[] = []
  for (let one = element; one; one = one.parent) if (one !== element || (one.children?.length ?? 0) > 0) found.push(one)
  return found
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

/** Lists the elements that a pad at a place would cover. */
function listMet({ left, top }: Place, { width, height }: Size, others: readonly Box[]): Box[] {
  return others.filter(
    (box) => left < box.x + box.width && box.x < left + width && top < box.y + box.height && box.y < top + height,
  )
}

export const freePad = { __init__: ['freeContextPad'], freeContextPad: ['type', freeContextPad] }
