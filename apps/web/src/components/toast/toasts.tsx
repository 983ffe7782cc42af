import { Notifications } from '@mantine/notifications'
import { drawToast } from './draw-toast.tsx'
import { receiveToasts } from './show-toast.tsx'
import classes from './toast.module.css'

receiveToasts(drawToast)

/** The specification's duration, in milliseconds. Hover and focus stop the time. */
const duration = 5_000

/** The region of toasts at the bottom right. At most three are visible; the others wait. */
export default function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={duration}
      limit={3}
      zIndex="var(--app-z-toast)"
      className={classes.toasts}
      containerWidth={420}
      transitionDuration={160}
    />
  )
}
