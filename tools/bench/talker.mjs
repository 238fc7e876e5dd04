// Users of the demo over HTTP. They use as little processor time as a client can.
import { send, sendForm, sendJson, turnBody } from './turn-client.mjs';

/** Turns of a conversation, about as many as a real one has. */
const usualTurns = 20;

const firstWords = turnBody('I would like to make an appointment.');
/** Answers to what the demo's agent asks then; the last one leads back to its first question, so that it goes on. */
const answers = [
  'On Tuesday.',
  'In the morning.',
  'Sam Field, 020 7946 0958.',
  'No, another day, please.',
].map(turnBody);

/** A new user, in one conversation after the other. The creation of a conversation is not counted as a turn. */
export class Talker {
  constructor(api, serviceId, token) {
    Object.assign(this, { api, serviceId, token, turns: 0 });
  }

  async begin() {
    const events = await sendJson(`${this.api}/conversation/?response_format=text`, this.token, {
      service_id: this.serviceId,
    });
    this.conversation = JSON.parse(events.split('\n')[0]).conversation_id;
    this.turns = 0;
    return this;
  }

  #words() {
    return this.turns === 0 ? firstWords : answers[(this.turns - 1) % answers.length];
  }

  /** @returns how long the turn took, in ms */
  async turn(body = this.#words(), turnsOfConversation = usualTurns) {
    const before = performance.now();
    const url = `${this.api}/conversation/${this.conversation}/interact?request_format=text&response_format=text`;
    const answer = await sendForm(url, this.token, body);
    if (!answer.includes('"type":"interaction-complete"')) throw new Error(answer);
    const tookMs = performance.now() - before;
    this.turns++;
    if (answer.includes('"conversation_completed":true')) await this.begin();
    else if (this.turns === turnsOfConversation) {
      await send(`${this.api}/conversation/${this.conversation}/finish/`, { token: this.token });
      await this.begin();
    }
    return tookMs;
  }
}

export async function signIn(api, { api_key, api_key_id }, userId) {
  const headers = { 'x-api-key': api_key, 'x-api-key-id': api_key_id, 'x-user-id': userId };
  return JSON.parse(await send(`${api}/user/signin_with_api_key`, { headers })).id_token;
}

/** Signs up this many users and begins a conversation for each. */
export async function makeTalkers(standalone, count, administrator) {
  const credentials = standalone.credentials();
  const api = `${standalone.baseUrl}/v1/demo`;
  const talkers = [];
  for (let index = 0; index < count; index++) {
    const email = `bench-${Date.now()}-${index}@demo.example`;
    const user = { first_name: 'Bench', last_name: `User ${index}`, email, role_name: 'DefaultUserRole' };
    const { user_id } = JSON.parse(await sendJson(`${api}/user/`, administrator, user));
    const token = await signIn(api, credentials, user_id);
    talkers.push(await new Talker(api, credentials.service_id, token).begin());
  }
  return talkers;
}
