/** Events in the order of their time. Events of the same time stay in the order in which they were added. */
export interface EventQueue<Event> {
  add(at: number, event: Event): void
  /** Removes the first event. Null: the queue is empty. */
  next(): { readonly at: number; readonly event: Event } | null
}

interface Entry<Event> {
  readonly at: number
  readonly order: number
  readonly event: Event
}

/** Creates an empty queue, a binary heap: adding and removing cost the logarithm of the number of events. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const heap: Entry<Event>[] = []
  let order = 0
  const isBefore = (one: Entry<Event>, other: Entry<Event>) =>
    one.at < other.at || (one.at === other.at && one.order < other.order)
  const swap = (one: number, other: number) => {
    const kept = heap[one] as Entry<Event>
    heap[one] = heap[other] as Entry<Event>
    heap[other] = kept
  }
  const rise = (start: number) => {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!isBefore(heap[index] as Entry<Event>, heap[parent] as Entry<Event>)) return
      swap(index, parent)
      index = parent
    }
  }
  const sink = () => {
    for (let index = 0; ; ) {
      let first = index
      for (const child of [2 * index + 1, 2 * index + 2])
        if (child < heap.length && isBefore(heap[child] as Entry<Event>, heap[first] as Entry<Event>)) first = child
      if (first === index) return
      swap(index, first)
      index = first
    }
  }
  return {
    add: (at, event) => {
      heap.push({ at, order: order++, event })
      rise(heap.length - 1)
    },
    next: () => {
      const [first] = heap
      const last = heap.pop()
      if (first === undefined || last === undefined) return null
      if (heap.length > 0) {
        heap[0] = last
        sink()
      }
      return first
    },
  }
}
