import { notifications } from '@mantine/notifications'
import type { Toast } from './show-toast.tsx'
import { ToastView } from './toast-view.tsx'

export function drawToast(toast: Toast): void {
  const id = toast.about ?? [toast.kind, toast.title, toast.text].join(' ')
  notifications.hide(id)
  notifications.show({
    id,
    message: null,
    renderNotification: () => <ToastView toast={toast} onClose={() => notifications.hide(id)} />,
  })
}
