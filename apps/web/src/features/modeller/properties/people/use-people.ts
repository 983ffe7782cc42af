import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { KnownThing, PersonKind } from '../../problems/known-things.ts'
import { usePanel } from '../use-panel.ts'

/** Milliseconds after the last key. */
const delay = 200

const nobody: readonly KnownThing[] = []

/** Returns users or groups with a text in their name or key. The previous results stay until the next answer. */
export function useSearchedPeople(kind: PersonKind, text: string, isAsked: boolean): readonly KnownThing[] {
  const { people } = usePanel().known
  const [asked] = useDebouncedValue(text.trim(), delay)
  const [found, setFound] = useState(nobody)
  useEffect(() => {
    let isOld = false
    if (people === null || !isAsked) return
    people.search(kind, asked).then(
      (some) => isOld || setFound(some),
      // It can be typed all the same.
      () => isOld || setFound(nobody),
    )
    return () => {
      isOld = true
    }
  }, [people, kind, asked, isAsked])
  return found
}

/** Returns the names of the named users and groups; null for one who does not exist, undefined while loading. */
export function useNames(kind: PersonKind, keys: readonly string[]): ReadonlyMap<string, string | null> {
  const { people } = usePanel().known
  const joined = keys.join(',')
  const [known, setKnown] = useState<{ readonly of: string; readonly names: ReadonlyMap<string, string | null> }>()
  useEffect(() => {
    let isOld = false
    const asked = joined.split(',').filter((key) => key !== '')
    if (people === null || asked.length === 0) return
    people.find(kind, asked).then(
      (found) => {
        const names = new Map(asked.map((key) => [key, found.find((one) => one.key === key)?.name ?? null]))
        if (!isOld) setKnown({ of: joined, names })
      },
      () => undefined,
    )
    return () => {
      isOld = true
    }
  }, [people, kind, joined])
  return known?.of === joined ? known.names : new Map()
}
