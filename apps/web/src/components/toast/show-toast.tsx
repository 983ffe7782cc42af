import { notifications } from '@mantine/notifications'
import { ToastView } from './toast-view.tsx'

export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly kind: ToastKind
  readonly title: string
  readonly text?: string
  /**
   * What it is about: a later toast about the same replaces it, for what this one offers holds no more. Without it, one
   * that says the same does.
   */
  readonly about?: string
  /** Undo, Retry, or the way to what came of it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Tells what came of an action. Errors that need work are shown as a banner too. */
export function showToast(toast: Toast): void {
  const id = toast.about ?? [toast.kind, toast.title, toast.text].join(' ')
  notifications.hide(id)
  notifications.show({
    id,
    message: null,
    renderNotification: () => <ToastView toast={toast} onClose={() => notifications.hide(id)} />,
  })
}
