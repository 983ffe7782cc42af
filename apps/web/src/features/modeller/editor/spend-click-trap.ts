import type EventBus from 'diagram-js/lib/core/EventBus'

interface Click {
  /** Nobody has clicked. */
  readonly isNone?: true
  stopPropagation(): void
}

/** Behind the trap of diagram-js, and before all that follows clicks. */
const behindTrap = 4_000

/**
 * diagram-js throws away the click that ends a drag, for up to 400 ms. Where that does not come, such as when handles of a
 * new flow have got under the pointer, it throws away the next one, which somebody meant. A new press of the mouse ends
 * the wait.
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
