import { useEffect, useEffectEvent, useState } from 'react'
import { onRequest } from '../api/send.ts'
import { rememberIdleEnd } from './idle-end.ts'

const channelName = 'millrace.session'

/** Messages between tabs: a user is active, or the session was ended. */
type TabMessage = 'request' | 'ended'

/**
 * Returns the seconds until the session ends because of inactivity. Every request of any tab of this browser restarts
 * the countdown, and its end applies to all tabs. It uses the clock instead of counting, so that the session has ended
 * after a laptop was asleep.
 */
export function useIdleCountdown(idleSeconds: number, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(idleSeconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    let endsAt = Date.now() + idleSeconds * 1_000
    let hasEnded = false
    const finish = () => {
      if (hasEnded) return
      hasEnded = true
      end()
    }
    const update = () => {
      if (hasEnded) return
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setSecondsLeft(left)
      if (left > 0) return
      rememberIdleEnd()
      channel.postMessage('ended' satisfies TabMessage)
      finish()
    }
    const restart = () => {
      endsAt = Date.now() + idleSeconds * 1_000
      update()
    }
    const timer = setInterval(update, 1_000)
    // What was asked for on the way here counts for the other tabs too.
    channel.postMessage('request' satisfies TabMessage)
    const stopListening = onRequest(() => {
      channel.postMessage('request' satisfies TabMessage)
      // Some are made while a page is being drawn, when nothing else may be drawn anew.
      queueMicrotask(restart)
    })
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => (data === 'ended' ? finish() : restart())
    return () => {
      clearInterval(timer)
      stopListening()
      channel.close()
    }
  }, [idleSeconds])
  return secondsLeft
}
