import '@fontsource-variable/jetbrains-mono/wght.css'
import IconCheck from 'icon:check'
import IconCopy from 'icon:copy'
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './copy-id.module.css'

/**
 * A technical id: its last seven characters, and a button that copies all of it. Ids begin with the time of their
 * creation, so their first characters are often the same.
 */
export function CopyId({ id }: { id: string }) {
  const { t } = useTranslation()
  const short = id.slice(-7)
  return (
    <span className={classes.id}>
      <span className="mono" title={id}>
        {short}
      </span>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t('common.copied') : t('common.copy')}>
            <ActionIcon
              size={24}
              aria-label={copied ? t('common.copied') : t('common.copyId', { id: short })}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} stroke={1.6} /> : <IconCopy size={14} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </span>
  )
}
