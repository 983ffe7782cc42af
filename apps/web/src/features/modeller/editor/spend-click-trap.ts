import type EventBus from 'diagram-js/lib/core/EventBus'

interface Click {
  /** Nobody has clicked. */
  readonly isNone?: true
  stopPropagation(): void
}

/** Behind the trap of diagram-js, and before all that follows clicks. */
const behindTrap = 4_000

/**
 * Limits a click filter of diagram-js, which discards the click that ends a drag, for up to 400 ms. If that click does
 * not come, for example because handles of a new flow are under the pointer, it would discard the next click of the
 * user. With this function, a new press of the mouse ends the filter.
 */
export function spendClickTrap(eventBus: EventBus): void {
  eventBus.on('element.click', behindTrap, (event: Click) => {
    if (event.isNone === true) event.stopPropagation()
  })
  eventBus.on('element.mousedown', behindTrap, () => {
    eventBus.fire('element.click', { isNone: true })
  })
}
spendClickTrap.$inject = ['eventBus']

export const clicksAfterDrags = { __init__: [spendClickTrap] }
