import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk, PartMissing } from '../../lib/load-chunk.ts'
import { showToast } from '../toast/show-toast.tsx'

interface Options<P> {
  /** The placeholder until the component is loaded, with the same props; none by default. */
  readonly Instead?: ComponentType<P>
  /** Returns whether a user waits for it, and gets a message when it cannot be loaded. */
  readonly isAwaited?: (props: P) => boolean
}

/**
 * Creates a component that is loaded when it is first rendered, for parts that a page can do without. React's `lazy`
 * would remove the page when loading fails; here the page stays, and loading is retried when the connection is back.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  { Instead = Nothing, isAwaited = () => false }: Options<P> = {},
): ComponentType<P> {
  let arrived: ComponentType<P> | null = null
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where a module begins, as by `lazy`
  return function LazyPart(props: P) {
    const { t } = useTranslation()
    const [{ Part, isMissing }, setState] = useState({ Part: arrived, isMissing: false })
    const isWaiting = isAwaited(props)
    // biome-ignore lint/correctness/useExhaustiveDependencies: whoever waits for it has it asked for once more
    useEffect(() => {
      if (Part !== null) return
      let isLeft = false
      const ask = () =>
        void loadChunk(load).then(
          (loaded) => {
            arrived = loaded.default
            if (!isLeft) setState({ Part: loaded.default, isMissing: false })
          },
          (error: unknown) => {
            if (isLeft) return
            setState(() => {
              if (error instanceof PartMissing) return { Part: null, isMissing: true }
              throw error
            })
          },
        )
      ask()
      addEventListener('online', ask)
      return () => {
        isLeft = true
        removeEventListener('online', ask)
      }
    }, [Part, isWaiting])
    useEffect(() => {
      if (isMissing && isWaiting) showToast({ kind: 'error', title: t('common.partMissing') })
    }, [isMissing, isWaiting, t])
    const Shown = Part ?? Instead
    return <Shown {...props} />
  }
}

function Nothing() {
  return null
}
