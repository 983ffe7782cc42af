import { toDocument } from '@millrace/forms/design'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import { describeError } from '../../../web/src/lib/api/describe-error.ts'
import type { AutoSaveSettings, DesignerPort } from '../designer-port.ts'
import { useStore } from '../store/use-designer.ts'

export interface AutoSave {
  /** Null until they are there. */
  readonly settings: AutoSaveSettings | null
  /** When it was last kept; null before that. */
  readonly keptAt: string | null
  readonly change: (settings: AutoSaveSettings) => Promise<void>
}

/** Auto-saves unsaved changes at the interval of the user, when auto save is on. */
export function useAutoSave(port: DesignerPort, version: number): AutoSave {
  const { t } = useTranslation()
  const store = useStore()
  const [settings, setSettings] = useState<AutoSaveSettings | null>(null)
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const [kept, setKept] = useState<unknown>(null)
  const showError = useEffectEvent((error: unknown) =>
    showToast({
      kind: 'error',
      title: t('pageCatalogue.autoSave'),
      text: describeError(error).message,
      about: 'designer.autoSave',
    }),
  )
  useEffect(() => {
    port.readAutoSave().then(setSettings, showError)
  }, [port])
  const keep = useEffectEvent(async () => {
    const { design, isDirty } = store
    if (!isDirty || design === kept) return
    try {
      await port.keepUnsaved({ designerJson: JSON.stringify(toDocument(design)), version })
      setKept(design)
      setKeptAt(new Date().toISOString())
    } catch (error) {
      showError(error)
    }
  })
  const interval = settings?.isOn === true ? settings.interval : null
  useEffect(() => {
    if (interval === null) return
    const timer = setInterval(() => void keep(), interval * 1_000)
    return () => clearInterval(timer)
  }, [interval])
  return {
    settings,
    keptAt,
    change: async (next) => {
      await port.setAutoSave(next)
      setSettings(next)
    },
  }
}
