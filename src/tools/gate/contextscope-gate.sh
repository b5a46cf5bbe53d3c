#!/bin/sh
# `contextscope gate`, for a hook: it takes a quarter of the time that Node needs to start. The process in the background, which
# Node has started at the first call, is asked through its socket with curl. Whatever fails here, Node does the whole with the same
# input, so nothing here has to decide what a failure means.

build=CONTEXTSCOPE_BUILD
line_break='
'
# A check is no hook, so it is given nothing.
case " $* " in *' --check '*) input= ;; *) input=$(cat) ;; esac

# The same body as in asking.ts.
body() {
  printf '%s\n' "$PWD"
  for argument; do printf ' %s\n' "$argument"; done
  printf '\n%s' "$input"
}

# Prints what the process in the background answers.
ask_background() {
  # Shells are slow with long texts.
  [ ${#input} -le 1000000 ] || return 1
  session=${input#*\"session_id\":\"}
  session=${session%%\"*}
  case $session in '' | *[!A-Za-z0-9_-]*) return 1 ;; esac
  case $PWD$* in *"$line_break"*) return 1 ;; esac
  folder=${XDG_RUNTIME_DIR:-/tmp}/contextscope-gate-$(id -u)
  socket=$folder/$session.$build
  [ -S "$socket" ] && [ -O "$folder" ] && [ ! -h "$folder" ] || return 1
  # Only the user may enter the folder: otherwise another user could listen there.
  case $(ls -ld "$folder") in drwx------*) ;; *) return 1 ;; esac
  # A call takes much less; the first one, which reads the whole transcript, is left to Node and its own timeout.
  body "$@" | curl -q -s -f -m 2 --noproxy '*' -H 'Expect:' --data-binary @- --unix-socket "$socket" http://gate/
}

if [ -n "$input" ] && answer=$(ask_background "$@" 2>/dev/null); then
  [ -z "$answer" ] || printf '%s\n' "$answer"
  exit 0
fi

# The script may have been found through links.
self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self") || break
  case $link in /*) self=$link ;; *) self=$(dirname "$self")/$link ;; esac
done
printf '%s' "$input" | node "$(dirname "$self")/contextscope.mjs" gate "$@"
status=$?
# The program ends with one of these. Agents continue after any status but 2.
case $status in 0 | 1 | 2) exit $status ;; esac
echo 'Contextscope could not judge this: Node could not be started, or was ended.' >&2
case " $* " in *' --on-failure allow '* | *' --on-failure=allow '*) exit 1 ;; esac
exit 2
