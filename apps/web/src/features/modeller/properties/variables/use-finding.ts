import { useDebouncedValue } from '@mantine/hooks'
import { isExpression } from '@millrace/bpmn/moddle'
import { useEffect, useState } from 'react'
import type { TextFinding } from '../../problems/check-text.ts'
import { useChecks } from '../../problems/use-checks.ts'
import { usePanel } from '../use-panel.ts'

/** Milliseconds after the last key. */
const delay = 250

/** Returns the errors of the present text; an older result never replaces a newer one. */
export function useFinding(text: string): TextFinding | null {
  const { options } = usePanel()
  const checks = useChecks()
  const [asked] = useDebouncedValue(text, delay)
  const [found, setFound] = useState<{ readonly text: string; readonly finding: TextFinding | null } | null>(null)
  useEffect(() => {
    let isOld = false
    if (!isExpression(asked)) return
    checks.checkText(options.dialect, asked).then(
      (finding) => isOld || setFound({ text: asked, finding }),
      // The drawing as a whole is checked as well, and says that it could not be.
      () => undefined,
    )
    return () => {
      isOld = true
    }
  }, [asked, checks, options.dialect])
  return found?.text === text ? found.finding : null
}
