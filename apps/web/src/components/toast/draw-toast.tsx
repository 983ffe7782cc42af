import { notifications } from '@mantine/notifications'
import type { Toast } from './show-toast.tsx'
import { ToastView } from './toast-view.tsx'

/** The shown toasts, by subject. */
const shown = new Map<string, string>()
let drawn = 0

/** Shows a toast as its own notification, also when it replaces another, so that it gets the full time. */
export function drawToast(toast: Toast): void {
  const about = toast.about ?? [toast.kind, toast.title, toast.text].join(' ')
  const before = shown.get(about)
  const id = `toast ${drawn++}`
  shown.set(about, id)
  if (before !== undefined) notifications.hide(before)
  notifications.show({
    id,
    message: null,
    renderNotification: () => <ToastView toast={toast} onClose={() => notifications.hide(id)} />,
    onClose: () => {
      if (shown.get(about) === id) shown.delete(about)
    },
  })
}
