import { answerQuestions } from '../../../lib/workers/answer-questions.ts'
import { questions } from './questions.ts'

answerQuestions(questions)
