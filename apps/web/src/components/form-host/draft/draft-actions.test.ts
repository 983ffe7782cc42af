import { api, type OpenedForm, type PastForm } from '@millrace/contract'
import { beforeEach, expect, it } from 'vitest'
