import { Button } from '@mantine/core'
import { toDocument } from '@millrace/forms/design'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import classes from '../frame/view.module.css'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { saveText } from '../work/save-text.ts'
import { JsonInput } from './json-input.tsx'

/** The view of the stored JSON of the design: read it, copy it, download it, or edit it. */
export default function Json() {
  const { t } = useTranslation()
  const store = useStore()
  const design = useDesigner(({ stack }) => stack.design)
  const isHeld = useDesigner(({ heldBy }) => heldBy !== null)
  const [isEdited, setEdited] = useState(() => typed.has(store))
  const text = JSON.stringify(toDocument(design), null, 2)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'success', title: t('common.copied') }),
      () => showToast({ kind: 'error', title: t('designer.json.notCopied') }),
    )
  const end = () => {
    typed.delete(store)
    setEdited(false)
  }
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.json')}>
      <div className={classes.stack}>
        {isEdited ? (
          <JsonInput
            text={typed.get(store) ?? text}
            isHeld={isHeld}
            onType={(next) => typed.set(store, next)}
            onTake={(document) => {
              if (store.replaceAll(document, t('designer.said.replaced'))) end()
            }}
            onCancel={end}
          />
        ) : (
          <>
            <div className={classes.tools}>
              <Button size="xs" disabled={isHeld} onClick={() => setEdited(true)}>
                {t('designer.json.edit')}
              </Button>
              <Button size="xs" onClick={() => void copy()}>
                {t('common.copy')}
              </Button>
              <Button size="xs" onClick={() => saveText('form.json', 'application/json', text)}>
                {t('designer.json.download')}
              </Button>
            </div>
            <pre className={classes.mono}>{text}</pre>
          </>
        )}
      </div>
    </ScrollRegion>
  )
}

/** Typed JSON that was not applied yet, while the user looks at the form. */
const typed = new WeakMap<ReturnType<typeof useStore>, string>()
