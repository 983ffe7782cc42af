import { modellerTexts } from '@millrace/contract/modeller-texts'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { addTexts } from '../../../lib/languages.ts'
import { type RunningChecks, startChecks } from '../problems/create-checks.ts'
import type { KnownThings } from '../problems/known-things.ts'
import { ChecksContext } from '../problems/use-checks.ts'
import { OpenedFile } from './opened-file.tsx'

addTexts('translation', modellerTexts)

export interface ModellerProps {
  /** The name of the process. */
  readonly name: string
  /** A BPMN file. Another one is opened in place of what is there. */
  readonly xml: string
  /** Whether it is not what was saved last, though nothing was done to it yet. */
  readonly isForeign?: boolean
  readonly canEdit: boolean
  /** The version of the design that is open; null where it has none. */
  readonly version: number | null
  /** The objects from which users can choose. */
  readonly known: KnownThings
  readonly helpUrl: string
  /** Leads back to the process. */
  readonly back: ReactNode
  /** Is below the bar: who else is at it, and what else is to be known. */
  readonly notice?: ReactNode
  /** Actions of the page, beside saving; they may need what is drawn to be saved first. */
  readonly Actions?: ComponentType<{ saving: Saving }>
  /** The element that is selected when the file is open. */
  readonly selected?: string | undefined
  /** Opens another designer, which leads back to an element. Left out: links open by themselves. */
  readonly onOpen?: (href: string, elementId: string) => void
  /** Tries the process that is drawn, in place of the panel. Left out: it cannot be tried. */
  readonly Trial?: ComponentType<{ canEdit: boolean; onClose: () => void }>
  /** Asks before unsaved work is left behind. */
  readonly Guard: ComponentType<{ isDirty: () => boolean }>
  /** The drawing a moment after each change, as a BPMN file, and whether it is again what was saved last. */
  readonly onChange?: (xml: string, isSaved: boolean) => void
  /** Saves. What is thrown has been told: the drawing stays unsaved. */
  readonly onSave: (xml: string) => Promise<void>
}

/** The modeller for one BPMN file: palette, diagram, panel and problems. It makes no calls. */
export default function Modeller(props: ModellerProps) {
  const [running, setRunning] = useState<RunningChecks | null>(null)
  const [file, setFile] = useState<{ readonly of: string; readonly xml: string } | null>(null)
  useEffect(() => {
    const started = startChecks()
    setRunning(started)
    return started.stop
  }, [])
  if (running === null) return null
  const imported = file?.of === props.xml ? file.xml : null
  return (
    <ChecksContext value={running.checks}>
      <OpenedFile
        {...props}
        key={imported ?? props.xml}
        xml={imported ?? props.xml}
        isForeign={imported !== null || props.isForeign === true}
        onImport={(xml) => setFile({ of: props.xml, xml })}
        onCancel={() => (imported === null ? history.back() : setFile(null))}
      />
    </ChecksContext>
  )
}
