import '../../lib/second-factor-texts.ts'
import IconCopy from 'icon:copy'
import { Button, CopyButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import classes from './second-factor.module.css'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <Banner kind="info" title={t('secondFactor.codesTitle')}>
        {t('secondFactor.codesText')}
      </Banner>
      <ul className={`${classes.codes} mono`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
              {copied ? t('common.copied') : t('secondFactor.copyCodes')}
            </Button>
          )}
        </CopyButton>
        <Button variant="filled" onClick={onDone}>
          {t('secondFactor.codesSaved')}
        </Button>
      </div>
    </div>
  )
}
