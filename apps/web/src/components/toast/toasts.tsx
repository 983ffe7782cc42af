import { Notifications } from '@mantine/notifications'

/** The specification's duration, in milliseconds. Hover and focus stop the time. */
const duration = 5_000

/** Where toasts appear: bottom right, three at most, the others wait. */
export default function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={duration}
      limit={3}
      zIndex="var(--app-z-toast)"
      containerWidth={420}
      transitionDuration={160}
    />
  )
}
