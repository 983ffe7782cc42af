import { notifications } from '@mantine/notifications'
import { ToastView } from './toast-view.tsx'

export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly kind: ToastKind
  readonly title: string
  readonly text?: string
  /** Undo, Retry, or the way to what came of it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

/** Tells what came of an action. Errors that need work are shown as a banner too. */
export function showToast(toast: Toast): void {
  const id = notifications.show({
    message: null,
    renderNotification: () => <ToastView toast={toast} onClose={() => notifications.hide(id)} />,
  })
}
