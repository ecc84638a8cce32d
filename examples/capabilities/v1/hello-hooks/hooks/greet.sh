#!/bin/sh
# Prints a few lines of context for a session that starts: branch, last commit, newest notes.
set -eu

branch=$(git symbolic-ref --quiet --short HEAD 2>/dev/null || echo "no branch")
printf 'Branch: %s\n' "$branch"
git log -1 --format='Last commit: %h %s' 2>/dev/null || true

if [ -f NOTES.md ]; then
  echo 'Newest notes:'
  tail -n 3 NOTES.md
fi
