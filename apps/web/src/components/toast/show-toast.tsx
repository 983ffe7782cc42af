export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly kind: ToastKind
  readonly title: string
  readonly text?: string
  /**
   * The subject of the message: a later toast about the same subject replaces it. Without it, a toast with the same
   * text does.
   */
  readonly about?: string
  /** Undo, Retry, or the way to what came of it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

type Show = (toast: Toast) => void

/** Creates the queue of toasts. Their component is loaded after the page; earlier toasts wait for it. */
export function createToasts(): { readonly show: Show; readonly receive: (next: Show) => void } {
  let draw: Show | null = null
  const waiting: Toast[] = []
  return {
    show: (toast) => {
      if (draw === null) waiting.push(toast)
      else draw(toast)
    },
    receive: (next) => {
      draw = next
      for (const toast of waiting.splice(0)) next(toast)
    },
  }
}

const toasts = createToasts()

/** Shows a toast with the result of an action. Errors that need work also have a banner. */
export const showToast = toasts.show

/** Registers the component that draws toasts, once it is loaded. */
export const receiveToasts = toasts.receive
