import IconCopy from 'icon:copy'
import { Button, CopyButton, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './listeners.module.css'

/** A text to copy into another system. */
export function CopiedText({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.copied}>
      <TextInput
        label={label}
        value={text}
        readOnly
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
            {copied ? t('common.copied') : t('externalListeners.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
