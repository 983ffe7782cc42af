import { useEffect, useEffectEvent, useState } from 'react'
import { onRequest } from '../api/send.ts'

const channelName = 'millrace.request'

/**
 * Seconds until the session ends for want of requests. Every request of any tab of this browser starts it anew. It
 * follows the clock, not its own ticks: a laptop that slept finds the session over.
 */
export function useIdleCountdown(idleSeconds: number, onEnd: () => void): number {
  const [secondsLeft, setSecondsLeft] = useState(idleSeconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    let endsAt = Date.now() + idleSeconds * 1_000
    let hasEnded = false
    const update = () => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000))
      setSecondsLeft(left)
      if (left > 0 || hasEnded) return
      hasEnded = true
      end()
    }
    const restart = () => {
      endsAt = Date.now() + idleSeconds * 1_000
      update()
    }
    const timer = setInterval(update, 1_000)
    const stopListening = onRequest(() => {
      channel.postMessage(null)
      restart()
    })
    channel.onmessage = restart
    return () => {
      clearInterval(timer)
      stopListening()
      channel.close()
    }
  }, [idleSeconds])
  return secondsLeft
}
