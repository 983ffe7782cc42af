import { Button } from '@mantine/core'
import { toDocument } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { showToast } from '../../../web/src/components/toast/show-toast.tsx'
import classes from '../frame/view.module.css'
import { useDesigner } from '../store/use-designer.ts'
import { saveText } from '../work/save-text.ts'

/** The design as it is stored, to read, copy and keep. */
export default function Json() {
  const { t } = useTranslation()
  const design = useDesigner(({ stack }) => stack.design)
  const text = JSON.stringify(toDocument(design), null, 2)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ kind: 'success', title: t('common.copied') }),
      () => showToast({ kind: 'error', title: t('designer.json.notCopied') }),
    )
  return (
    <ScrollRegion className={classes.page} label={t('designer.views.json')}>
      <div className={classes.stack}>
        <div className={classes.tools}>
          <Button size="xs" onClick={() => void copy()}>
            {t('common.copy')}
          </Button>
          <Button size="xs" onClick={() => saveText('form.json', 'application/json', text)}>
            {t('designer.json.download')}
          </Button>
        </div>
        <pre className={classes.mono}>{text}</pre>
      </div>
    </ScrollRegion>
  )
}
